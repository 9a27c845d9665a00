// A night by the client that openapi-typescript makes of the description: every type is its own, none is worked round.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Hand = components["schemas"]["RecordHandRequest"]["act"];

const [, , address, token] = process.argv;
const api = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });
const key = () => ({ "Idempotency-Key": crypto.randomUUID() });

function found<T>({ data, error }: { data?: T; error?: { detail: string } }): T {
  if (data === undefined) throw new Error(error?.detail);
  return data;
}

const won: Hand = {
  result: "win", winner: 1, declared: false, source: "discard", bounit: "5B", sowee: "4O", secrets: [], extra: "",
  hand: "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B",
};
const night = found(await api.POST("/api/v1/sessions/", {
  params: { header: key() },
  body: { names: ["Ana", "Ben", "Carla", "Dan"], currency: "PHP", first_dealer: 1 },
}));
const path = { session_id: night.id };
for (const act of [won, { result: "drawn" } satisfies Hand]) {
  const table = found(await api.GET("/api/v1/sessions/{session_id}/", { params: { path } }));
  const { expected_after, expected_entry, sowee } = table;
  const body = { act, expected_after, expected_entry, expected_sowee: sowee };
  found(await api.POST("/api/v1/sessions/{session_id}/hands/", { params: { path, header: key() }, body }));
  const late = await api.POST("/api/v1/sessions/{session_id}/hands/", { params: { path, header: key() }, body });
  if (late.error?.code !== "hand_taken" || late.error.status !== 409) throw new Error("a hand was recorded twice");
}
const { expected_entry } = found(await api.GET("/api/v1/sessions/{session_id}/", { params: { path } }));
const closed = found(await api.POST("/api/v1/sessions/{session_id}/close/", {
  params: { path, header: key() },
  body: { expected_entry },
}));
for (const { payer, payee, amount_cents } of closed.plan) {
  const { expected_entry } = found(await api.GET("/api/v1/sessions/{session_id}/", { params: { path } }));
  found(await api.POST("/api/v1/sessions/{session_id}/handovers/", {
    params: { path, header: key() },
    body: { payer, payee, amount_cents, expected_entry },
  }));
}
const { seats, is_settled } = found(await api.GET("/api/v1/sessions/{session_id}/settlement/", { params: { path } }));
console.log(JSON.stringify({ results: seats.map((seat) => seat.result_cents), is_settled }));
