// What every page runs; phones get one file: see cuajo_site/static_files.py
import "./page/older.js";
import "./page/asking.js";
import "./page/drafts.js";
import "./page/outbox.js";
import "./page/waiting.js";
import "./page/sending.js";
import "./page/kept.js";
import "./page/news.js";
import "./page/keys.js";
import "./page/copies.js";
