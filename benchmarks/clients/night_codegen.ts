// A night by the client that openapi-typescript-codegen makes of the description, as it comes out.
import { OpenAPI, SessionsService, type CuajoHand } from "./client/index.js";

const [, , address, token] = process.argv;
OpenAPI.BASE = address;
OpenAPI.TOKEN = token;

const won = {
  result: "win", winner: 1, declared: false, source: "discard", bounit: "5B", sowee: "4O", secrets: [], extra: "",
  hand: "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B",
} as unknown as CuajoHand;
const drawn = { result: "drawn" } as unknown as CuajoHand;

const key = () => crypto.randomUUID();
const night = await SessionsService.startSession(key(), {
  names: ["Ana", "Ben", "Carla", "Dan"], currency: "PHP" as never, first_dealer: 1,
});
for (const act of [won, drawn]) {
  const { expected_after, expected_entry, sowee } = await SessionsService.readSession(night.id);
  const hand = { act, expected_after, expected_entry, expected_sowee: sowee };
  await SessionsService.recordHand(night.id, key(), hand);
  const late = await SessionsService.recordHand(night.id, key(), hand).catch((error) => error.body);
  if (late.code !== "hand_taken" || late.status !== 409) throw new Error("a hand was recorded twice");
}
const { expected_entry } = await SessionsService.readSession(night.id);
const closed = await SessionsService.closeSession(night.id, key(), { expected_entry });
for (const { payer, payee, amount_cents } of closed.plan) {
  const { expected_entry } = await SessionsService.readSession(night.id);
  await SessionsService.handOver(night.id, key(), { payer, payee, amount_cents, expected_entry });
}
const { seats, is_settled } = await SessionsService.readSessionSettlement(night.id);
console.log(JSON.stringify({ results: seats.map((seat) => seat.result_cents), is_settled }));
