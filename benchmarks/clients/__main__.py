"""Make clients of both versions of the API for Python and TypeScript, and have each play a night.

Run `python -m benchmarks.clients`; TypeScript needs Node, whose packages npm fetches into a folder of its own. It says
what each night came to, and ends with an error where a client does not compile, or its night is not settled.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

from tests.served.phones import Phone, open_night
from tests.served.server import serving

HERE = Path(__file__).parent
NODE_PACKAGES = ("openapi-typescript@7", "openapi-fetch@0", "typescript@5", "@types/node@20")
TYPESCRIPT = "--strict --target es2022 --module nodenext --moduleResolution nodenext --lib es2022,dom --skipLibCheck"


def new_token(host: Phone) -> str:
    """Have the host let a program in, and return its token."""
    wanted = {"label": "Client", "role": "host", "days": "30"}
    _, page = host.ask("/programs/", host.form("/programs/") | wanted)
    found = re.search(r"cuajo_[0-9a-f]{64}", page)
    assert found, "no token was made"
    return found[0]


def run(*command: str, folder: Path) -> str:
    """Run a program that must succeed, and return what it says."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def play_in_python(*where: str, folder: Path, version: int) -> str:  # noqa: ARG001 - its names are the same in both
    """Return what the night of the Python client came to."""
    made = ("--path", "schema.json", "--meta", "none", "--output-path", "table_client")
    run(sys.executable, "-m", "openapi_python_client", "generate", *made, folder=folder)
    (folder / "night.py").write_text((HERE / "night.py").read_text())
    return run(sys.executable, "night.py", *where, folder=folder)


def play_in_typescript(*where: str, folder: Path, version: int) -> str:
    """Return what the night of the TypeScript client came to."""
    (folder / "package.json").write_text('{"type": "module"}')
    script = (HERE / "night.ts").read_text()
    if version == 2:  # the addresses of its types, and what they call an id
        script = script.replace("/v1/", "/v2/").replace("public_id", "id")
    (folder / "night.ts").write_text(script)
    run("npm", "install", "--no-audit", "--no-fund", *NODE_PACKAGES, folder=folder)
    run("npx", "openapi-typescript", "schema.json", "--default-non-nullable=false", "-o", "schema.d.ts", folder=folder)
    run("npx", "tsc", *TYPESCRIPT.split(), "night.ts", folder=folder)
    return run("node", "night.js", *where, folder=folder)


def main() -> None:
    """Serve the demo, and have both clients play."""
    with tempfile.TemporaryDirectory() as name, serving("--demo", data=Path(name) / "data") as server:
        folder, token = Path(name), new_token(open_night(server=server).phone)
        for version, described in ((1, "schema/"), (2, "v2/schema/")):
            place = folder / f"version-{version}"
            place.mkdir()
            with urlopen(f"{server.address}/api/{described}") as answer:
                (place / "schema.json").write_bytes(answer.read())
            for play in (play_in_python, play_in_typescript):
                print(f"version {version}", play.__name__, play(server.address, token, folder=place, version=version))


if __name__ == "__main__":
    main()
