"""Run Django in the browser of a phone."""

import json
import os
import sys
import time
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from shutil import copyfile
from wsgiref.handlers import BaseCGIHandler

DATA = Path("/data")
_JAR = DATA / "cookies.json"
type Answer = tuple[int, str, bytes]  # status, headers as JSON, content


class Jar:
    """The cookies of the app."""

    # A service worker can neither read nor set the cookies of the browser.
    def __init__(self) -> None:
        self._cookies: dict[str, tuple[str, float | None]] = json.loads(_JAR.read_text()) if _JAR.exists() else {}

    def sent(self) -> str:
        now = time.time()
        return "; ".join(f"{name}={value}" for name, (value, end) in self._cookies.items() if end is None or end > now)

    def take(self, header: str) -> None:
        for name, morsel in SimpleCookie(header).items():
            age = morsel["max-age"]
            self.keep(name, morsel.value, None if age == "" else time.time() + int(age))

    def keep(self, name: str, value: str, end: float | None) -> None:
        """Keep a cookie until `end`, in seconds of the epoch."""
        known, until = self._cookies.get(name, ("", 0))
        # The app renews some cookies with each page. Write only changes.
        if known != value or (until is not None and until <= time.time()):
            self._cookies[name] = (value, end)
            _JAR.write_text(json.dumps(self._cookies))


class App:
    def __init__(self, *, zone: str, folder: str) -> None:
        """Set up the database and Django, `folder` the path of the static host. Raises CommandError."""
        os.environ |= {
            "CUAJO_DATA": str(DATA),
            "CUAJO_FOLDER": folder,
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",  # Python runs inside the browser's event loop
            "DJANGO_SETTINGS_MODULE": "cuajo_site.phone.settings",
            "TZ": zone,
        }
        from cuajo_site.wsgi import application  # noqa: PLC0415 - settings are read when it is imported

        self._application, self._folder, self._jar = application, folder.rstrip("/"), Jar()

    def open(self) -> str:
        """Open or create the books and return the first path."""
        from scoring.management.phone import open_books  # noqa: PLC0415
        from scoring.web.device import DEVICE_COOKIE  # noqa: PLC0415

        if not (books := DATA / "cuajo.sqlite3").exists():
            copyfile(Path(__file__).with_name("new.sqlite3"), books)
        if token := open_books():
            self._jar.keep(DEVICE_COOKIE, token, None)
        return f"{self._folder}/"

    def answer(self, method: str, url: tuple[str, str, str, str], headers: dict[str, str], content: bytes) -> Answer:
        """Answer a request with a complete URL."""
        scheme, host, path, query = url
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": self._folder,
            "PATH_INFO": path.removeprefix(self._folder),
            "QUERY_STRING": query,
            "SERVER_NAME": host.partition(":")[0],
            "SERVER_PORT": host.partition(":")[2] or {"http": "80", "https": "443"}[scheme],
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(content)),
            "HTTPS": "on" if scheme == "https" else "off",
            **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
            "HTTP_HOST": host,
            "HTTP_COOKIE": self._jar.sent(),
        }
        environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
        answered = BytesIO()
        BaseCGIHandler(BytesIO(content), answered, sys.stderr, environ, multithread=False).run(self._application)
        head, _, body = answered.getvalue().partition(b"\r\n\r\n")
        (_, status), *sent = (line.split(": ", 1) for line in head.decode("latin-1").split("\r\n"))
        for name, value in sent:
            if name.lower() == "set-cookie":
                self._jar.take(value)
        return int(status[:3]), json.dumps([each for each in sent if each[0].lower() != "set-cookie"]), body
