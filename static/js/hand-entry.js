// A hand, and what else games ask; phones get one file: see cuajo_site/static_files.py
import "./entry/cards.js";
import "./entry/drawing.js";
import "./entry/melding.js";
import "./entry/keypad.js";
import "./entry/choices.js";
import "./entry/asked.js";
import "./entry/seating.js";
