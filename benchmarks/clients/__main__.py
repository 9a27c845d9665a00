"""Make three clients of the description of the API, for Python and TypeScript, and have each play a night.

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
NODE_PACKAGES = (
    "openapi-typescript@7",
    "openapi-fetch@0",
    "openapi-typescript-codegen@0",
    "typescript@5",
    "@types/node@20",
)
TYPESCRIPT = "--strict --target es2022 --module nodenext --moduleResolution nodenext --lib es2022,dom --skipLibCheck"


def new_token(host: Phone) -> str:
    """Have the host let a program in, and return its token."""
    wanted = {"label": "Client", "role": "host", "days": "30"}
    _, page = host.ask("/programs/", host.form("/club/curious/") | wanted)
    found = re.search(r"cuajo_[0-9a-f]{64}", page)
    assert found, "no token was made"
    return found[0]


def run(*command: str, folder: Path) -> str:
    """Run a program that must succeed, and return what it says."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def play_in_python(*where: str, folder: Path) -> str:
    """Return what the night of the Python client came to."""
    made = ("--path", "schema.json", "--meta", "none", "--output-path", "table_client")
    run(sys.executable, "-m", "openapi_python_client", "generate", *made, folder=folder)
    (folder / "night.py").write_text((HERE / "night.py").read_text())
    return run(sys.executable, "night.py", *where, folder=folder)


def play_in_typescript(*where: str, folder: Path) -> str:
    """Return what the night of the TypeScript client came to that is made of types alone."""
    run("npx", "openapi-typescript", "schema.json", "--default-non-nullable=false", "-o", "schema.d.ts", folder=folder)
    return _played("night", *where, folder=folder)


def play_in_generated_typescript(*where: str, folder: Path) -> str:
    """Return what the night of the TypeScript client came to that has a function for every request."""
    made = ("--input", "schema.json", "--output", "client", "--client", "fetch")
    run("npx", "openapi-typescript-codegen", *made, folder=folder)
    for path in (folder / "client").rglob("*.ts"):  # it names its own modules as a bundler finds them
        path.write_text(re.sub(r"(from '\.[^']*)'", r"\1.js'", path.read_text()))
    return _played("night_codegen", *where, folder=folder)


def _played(script: str, *where: str, folder: Path) -> str:
    (folder / f"{script}.ts").write_text((HERE / f"{script}.ts").read_text())
    run("npx", "tsc", *TYPESCRIPT.split(), f"{script}.ts", folder=folder)
    return run("node", f"{script}.js", *where, folder=folder)


def main() -> None:
    """Serve the demo, and have each client play."""
    with tempfile.TemporaryDirectory() as name, serving("--demo", data=Path(name) / "data") as server:
        folder, token = Path(name), new_token(open_night(server=server).phone)
        with urlopen(f"{server.address}/api/schema/") as answer:
            (folder / "schema.json").write_bytes(answer.read())
        (folder / "package.json").write_text('{"type": "module"}')
        run("npm", "install", "--no-audit", "--no-fund", *NODE_PACKAGES, folder=folder)
        for play in (play_in_python, play_in_typescript, play_in_generated_typescript):
            print(play.__name__, play(server.address, token, folder=folder))


if __name__ == "__main__":
    main()
