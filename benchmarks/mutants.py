"""Break the code in 300 listed places, one at a time, and count what the nearest tests do not notice.

    .ci/mutants --first 60      the first sixty of benchmarks/mutants.tsv at HEAD; all without it
    .ci/mutants --at 44c774ec   at another commit
    .ci/mutants --only 17 203   run these again
    .ci/mutants --list          write the list anew; needed only where NEAREST or the operators changed

mutmut makes the mutants; two operators are added: a call left out, nothing returned. The clone of the commit and the
results stay in a folder of the user's cache, so that the same command again goes on where it was stopped.
"""

import csv
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from math import ceil
from pathlib import Path
from random import Random

import libcst
import pytest
from mutmut import configuration
from mutmut.mutation import file_mutation, mutators, trampoline
from mutmut.mutation.file_mutation import Mutation
from mutmut.mutation.trampoline_templates import mangle_function_name

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "benchmarks" / "mutants.tsv"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cuajo-mutants"
NUMBER = 300
SEED = 40
EQUIVALENT_AT_MOST = 15

NIGHT = ("chips", "kinds", "lines", "night", "night_lines", "reckoning", "seatings", "tong", "undoing")
OF_A_NIGHT = ("tests/ledger", "tests/operations", "tests/queries")
"""The lines of a night are read after acts that only operations write: their tests prove how they are read."""

NEAREST = {
    **dict.fromkeys((f"scoring/ledger/{name}.py" for name in NIGHT), OF_A_NIGHT),
    "scoring/games": ("tests/games",),
    "scoring/ledger": ("tests/ledger",),
    "scoring/operations": ("tests/operations",),
    "scoring/queries/money.py": ("tests/queries/money", "tests/operations/money"),  # asked after each payment
    "scoring/queries/books": ("tests/queries/books", "tests/operations"),  # what an import takes is an operation
    "scoring/money.py": ("tests/test_money.py",),
}
"""Which tests must notice a mutant of which code."""

KILLED = {1: "killed", 2: "killed", 3: "killed", -signal.SIGXCPU: "timeout"}
"""The exit codes of pytest with which a mutant counts as killed; 2 and 3: not even the tests could be run."""
CPU_SECONDS = 60
"""What a mutant may take at least; tests that take long get ten times what they took."""
WALL_SECONDS = 3600


Key = tuple[str, str, str, str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Mutant:
    """A line of the list: what is changed in a function, independent of the lines around it."""

    path: str
    function: str
    before: str
    after: str
    nth: int
    equivalent: str = ""

    @property
    def key(self) -> Key:
        """Return what identifies the mutant, in the order of the list it is drawn from."""
        return self.path, self.function, self.before, self.after, self.nth


def call_removed(node: libcst.Expr) -> Iterable[libcst.Pass]:
    """Leave out a statement that only calls something."""
    if isinstance(node.value, libcst.Call):
        yield libcst.Pass()


def nothing_returned(node: libcst.Return) -> Iterable[libcst.Return]:
    """Return nothing instead of something."""
    if node.value and not (isinstance(node.value, libcst.Name) and node.value.value == "None"):
        yield node.with_changes(value=None)


def add_operators() -> None:
    """Add the two operators to those of mutmut."""
    configuration._config_reader = lambda: {"source_paths": ["scoring"]}.get
    file_mutation.mutation_operators = [
        *mutators.mutation_operators,
        (libcst.Expr, call_removed),
        (libcst.Return, nothing_returned),
    ]


@dataclass(frozen=True, slots=True)
class Source:
    """A file with all its mutations, each beside the function or method it is in."""

    path: str
    module: libcst.Module
    mutations: tuple[tuple[str, Mutation], ...]

    @classmethod
    def read(cls, *, path: str) -> "Source":
        """Parse a file of the clone."""
        module, mutations, _, _ = file_mutation.create_mutations(path, Path(path).read_text())
        names = dict(cls._functions(module))
        inside = ((names.get(each.contained_by_top_level_function), each) for each in mutations)
        return cls(path, module, tuple((name, each) for name, each in inside if name))

    @staticmethod
    def _functions(module: libcst.Module) -> Iterator[tuple[libcst.CSTNode | None, str]]:
        """Yield functions and methods with their names, as far as mutmut mutates them."""
        for node in module.body:
            if isinstance(node, libcst.FunctionDef):
                yield node, node.name.value
            elif isinstance(node, libcst.ClassDef) and isinstance(node.body, libcst.IndentedBlock):
                for method in node.body.body:
                    if isinstance(method, libcst.FunctionDef):
                        yield method, f"{node.name.value}.{method.name.value}"

    def mutants(self, *, functions: set[str] | None = None) -> list[tuple[Mutant, Mutation]]:
        """Return the mutants of these functions, of all by default."""
        found: list[tuple[Mutant, Mutation]] = []
        seen: Counter[tuple[str, str, str]] = Counter()
        for function, mutation in self.mutations:
            if functions is not None and function not in functions:
                continue
            before, after = _changed(mutation)
            seen[function, before, after] += 1
            nth = seen[function, before, after]
            found.append((Mutant(path=self.path, function=function, before=before, after=after, nth=nth), mutation))
        return found


def _changed(mutation: Mutation) -> tuple[str, str]:
    """Return what the mutation changes before and after, each as one line."""
    function = mutation.contained_by_top_level_function
    assert function
    broken = file_mutation.deep_replace(function, mutation.original_node, mutation.mutated_node)
    assert isinstance(broken, libcst.FunctionDef)
    old, new = (libcst.Module([each]).code.strip().splitlines() for each in (function, broken))
    start = _same(old, new)
    end = _same(old[: start - 1 if start else None : -1], new[: start - 1 if start else None : -1])
    before, after = (" ".join(line.strip() for line in lines[start : len(lines) - end]) for lines in (old, new))
    return before, after


def _same(one: list[str], other: list[str]) -> int:
    """Return how many lines two texts begin with in common."""
    return next(
        (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right),
        min(len(one), len(other)),
    )


def all_mutants() -> list[Mutant]:
    """Return every mutant of the code that NEAREST names, by name."""
    files = sorted(
        {str(file) for place in NEAREST for file in ([Path(place)], Path(place).rglob("*.py"))[Path(place).is_dir()]}
    )
    found = [mutant for path in files for mutant, _ in Source.read(path=path).mutants()]
    return sorted(found, key=lambda mutant: mutant.key)


def read_list() -> list[Mutant]:
    """Read the list of the checkout."""
    with LIST.open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None))
    return [
        Mutant(
            path=row["file"],
            function=row["function"],
            before=row["before"],
            after=row["after"],
            nth=int(row["nth"]),
            equivalent=row["equivalent"] or "",
        )
        for row in rows
    ]


def write_list(mutants: list[Mutant]) -> None:
    """Write the list, a mutant a line."""
    lines = ["\t".join(["number", "file", "function", "nth", "before", "after", "equivalent"])]
    lines += [
        "\t".join([str(number), each.path, each.function, str(each.nth), each.before, each.after, each.equivalent])
        for number, each in enumerate(mutants, 1)
    ]
    LIST.write_text("\n".join(lines) + "\n")


def replaced(*, listed: list[Mutant], found: set[Key]) -> list[Mutant]:
    """Return the list with another mutant, always the same one, for each that is not found."""
    gone = [mutant for mutant in listed if mutant.key not in found]
    known = {mutant.key for mutant in listed}
    rest = [mutant for mutant in all_mutants() if mutant.key not in known] if gone else []
    for mutant in gone:
        drawn = Random(f"{SEED} {mutant.key}").choice(rest)
        rest.remove(drawn)
        print(f"gone: {_line(mutant)}\n   instead: {_line(drawn)}")
        listed = [drawn if each is mutant else each for each in listed]
    return listed


def _line(mutant: Mutant) -> str:
    return f"{mutant.path} {mutant.function}: {mutant.before}  =>  {mutant.after or 'nothing'}"


Places = dict[str, list[tuple[Mutant, Mutation]]]


def locate(listed: list[Mutant]) -> tuple[dict[str, Source], Places]:
    """Return the files of the listed mutants, and of each file those that it has."""
    functions: dict[str, set[str]] = defaultdict(set)
    for mutant in listed:
        functions[mutant.path].add(mutant.function)
    keys = {mutant.key for mutant in listed}
    sources = {path: Source.read(path=path) for path in functions if Path(path).exists()}
    return sources, {
        path: [(mutant, each) for mutant, each in source.mutants(functions=functions[path]) if mutant.key in keys]
        for path, source in sources.items()
    }


def plant(*, listed: list[Mutant]) -> tuple[list[Mutant], dict[str, str]]:
    """Write the listed mutants into the files, asleep.

    Return the list, with others for those whose code is gone, and by key the name that wakes a mutant.
    """
    sources, places = locate(listed)
    found = {mutant.key for mutants in places.values() for mutant, _ in mutants}
    if len(found) < len(listed):
        return plant(listed=replaced(listed=listed, found=found))
    names: dict[str, str] = {}
    for path, mutants in places.items():
        code = file_mutation.combine_mutations_to_source(sources[path].module, [each for _, each in mutants]).code
        Path(path).write_text(code)
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        in_function: Counter[str] = Counter()
        for mutant, _ in mutants:
            in_function[mutant.function] += 1
            class_name, _, name = mutant.function.rpartition(".")
            mangled = mangle_function_name(name=name, class_name=class_name or None)
            names[str(mutant.key)] = f"{module}.{mangled}__mutmut_{in_function[mutant.function]}"
    return listed, names


def planted(*, folder: Path) -> tuple[list[Mutant], dict[str, str]]:
    """Return what `plant` does; where an earlier run planted the same list, its files are left as they are."""
    kept = folder / "names.json"
    listed = read_list()
    names: dict[str, str] = json.loads(kept.read_text()) if kept.exists() else {}
    if set(names) != {str(mutant.key) for mutant in listed}:
        _git("checkout", "-q", "--", ".", folder=Path())
        listed, names = plant(listed=listed)
        kept.write_text(json.dumps(names))
    return listed, names


class Trace:
    """A plugin of pytest that notes which test calls which function with a mutant, and how long each test takes."""

    def __init__(self) -> None:
        self.test = ""
        self.file = ""
        self.tests: dict[str, list[str]] = defaultdict(list)
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: list[str] = []

    def hit(self, name: str, *, caller: str | None) -> None:  # noqa: ARG002 - mutmut passes it
        """Note that a function was called; by no test while modules are imported."""
        tests = self.tests[name]
        if not tests or tests[-1] != self.test:
            tests.append(self.test)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin with a test; what another file has cached is computed once more."""
        self.test = nodeid
        file = nodeid.partition("::")[0]
        if file != self.file:
            self.file = file
            forget()

    def pytest_runtest_makereport(self, item: pytest.Item, call: "pytest.CallInfo[None]") -> None:
        """Add the time of set-up, test and tear-down."""
        self.seconds[item.nodeid] += call.duration

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails without any mutant: it proves nothing."""
        if report.failed:
            self.failed.append(report.nodeid)

    def kept(self) -> dict[str, object]:
        """Return what was noted, without the tests that fail."""
        tests = {name: [test for test in calling if test not in self.failed] for name, calling in self.tests.items()}
        return {"tests": tests, "seconds": self.seconds, "failed": self.failed}


class Selection:
    """A plugin of pytest that runs these tests only, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self.place = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the selected tests."""
        items[:] = sorted(
            (each for each in items if each.nodeid in self.place), key=lambda item: self.place[item.nodeid]
        )


def forget() -> None:
    """Empty the caches of the app, so that what was computed before a mutant woke is computed again."""
    for module in [module for name, module in sys.modules.items() if name.partition(".")[0] == "scoring"]:
        for holder in (module, *(each for each in vars(module).values() if isinstance(each, type))):
            for each in vars(holder).values():
                if type(each) is _lru_cache_wrapper:
                    each.cache_clear()


def in_child(run: Callable[[], int], *, cpu_seconds: int | None = None) -> int:
    """Run in a fork of this process and return its exit code, negative where a signal ended it."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            if cpu_seconds:
                limit = cpu_seconds + ceil(time.process_time())
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 10))
                signal.alarm(WALL_SECONDS)
            code = run()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run_pytest(*arguments: str, plugins: Iterable[object] = ()) -> int:
    """Run pytest in this process, in one worker, the same way each time."""
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "--durations=0", "--durations-min=9999"]
    return int(pytest.main([*options, *arguments], plugins=list(plugins)))


def in_process_quietly(run: Callable[[], int]) -> int:
    """Run and throw the output away."""
    with Path(os.devnull).open("w") as null, redirect_stdout(null), redirect_stderr(null):
        return run()


@dataclass(frozen=True, slots=True)
class Calls:
    """Which tests call a function, "" for the import of a module; how long each takes; which fail anyway."""

    tests: dict[str, list[str]]
    seconds: dict[str, float]
    failed: list[str]


def collect(*, kept: Path, planted: list[str]) -> Calls:
    """Import all tests, and return what they call: as kept, or from one run of all."""
    every = sorted({folder for folders in NEAREST.values() for folder in folders if Path(folder).exists()})
    known = json.loads(kept.read_text()) if kept.exists() else {}
    is_known = known.get("planted") == planted
    trace = Trace()
    trampoline.record_trampoline_hit = trace.hit
    os.environ.pop("MUTANT_UNDER_TEST", None)
    trampoline._mutant_under_test = "" if is_known else "stats"  # not for the processes that tests start
    if code := in_process_quietly(lambda: run_pytest("--collect-only", *every)):
        sys.exit(f"pytest cannot collect {every}: exit code {code}")
    if Path(importlib.import_module("scoring").__file__ or "").parent.parent != Path.cwd():
        sys.exit("the tests import another copy of the code")
    if not is_known:
        print("one run of all nearest tests, to see what each calls", flush=True)

        def traced() -> int:
            code = run_pytest("--tb=line", *every, plugins=[trace])
            if code in (0, 1):
                kept.write_text(json.dumps({"planted": planted, **trace.kept()}))
            return code

        if in_child(traced) not in (0, 1):
            sys.exit("pytest cannot run the tests")
        known = json.loads(kept.read_text())
    if known["failed"]:
        print("left out, since they fail without any mutant:", *known["failed"], sep="\n   ")
    return Calls(tests=known["tests"], seconds=known["seconds"], failed=known["failed"])


def outcome(*, mutant: Mutant, name: str, calls: Calls) -> str:
    """Wake a mutant, run the tests that call its function, the quickest first, and return what came of it."""
    place = next(place for place in NEAREST if f"{mutant.path}/".startswith(f"{place}/"))
    folders = tuple(folder for folder in NEAREST[place] if Path(folder).exists())
    calling = calls.tests.get(name.partition("__mutmut_")[0], [])
    tests = sorted((test for test in calling if test.startswith(folders)), key=calls.seconds.__getitem__)
    os.environ["MUTANT_UNDER_TEST"] = name
    code = 0
    if tests:
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        limit = CPU_SECONDS + ceil(10 * sum(calls.seconds[test] for test in tests))

        def selected() -> int:
            forget()
            return in_process_quietly(lambda: run_pytest("-x", *files, plugins=[Selection(tests)]))

        code = in_child(selected, cpu_seconds=limit)
    if code == 0 and "" in calling:
        # What modules call as they are imported was called before the mutant woke: a process of its own.
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *folders]
        command += [f"--deselect={test}" for test in calls.failed]
        ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
        code = 1 if ended == 4 else ended  # 4: not even conftest.py was imported
    elif not tests:
        return "reached by no test"
    return "survived" if code == 0 else KILLED.get(code, f"unclear ({code})")


def clone(*, commit: str) -> Path:
    """Return the folder of a commit, with a clone of its own in it."""
    sha = _git("rev-parse", "--verify", f"{commit}^{{commit}}", folder=ROOT)
    folder = CACHE / sha[:12]
    if not (folder / "code").exists():
        folder.mkdir(parents=True, exist_ok=True)
        _git("clone", "-q", "--no-checkout", str(ROOT), str(folder / "code"), folder=ROOT)
        _git("checkout", "-q", "--detach", sha, folder=folder / "code")
    return folder


def _git(*arguments: str, folder: Path) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


NOT_RUN = "not run"


class Results:
    """What came of each mutant, kept in a file after each."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}

    def __getitem__(self, mutant: Mutant) -> str:
        return "equivalent" if mutant.equivalent else self.known.get(str(mutant.key), NOT_RUN)

    def forget(self, mutant: Mutant) -> None:
        """Forget a result, so that the mutant is run again."""
        self.known.pop(str(mutant.key), None)

    def keep(self, mutant: Mutant, result: str) -> None:
        """Keep a result."""
        self.known[str(mutant.key)] = result
        self.file.write_text(json.dumps(self.known, indent=0))


def report(*, numbered: list[tuple[int, Mutant]], results: Results) -> None:
    """Print what was not killed as a diff, and the counts."""
    counts = Counter(results[mutant] for _, mutant in numbered)
    for number, mutant in numbered:
        if results[mutant] not in {*KILLED.values(), "equivalent", NOT_RUN}:
            print(f"\n{number} {results[mutant]}: {mutant.path} {mutant.function}\n- {mutant.before}\n+ {mutant.after}")
    killed = sum(counts[each] for each in set(KILLED.values()))
    counted = len(numbered) - counts["equivalent"] - counts[NOT_RUN]
    print("\n" + ", ".join(f"{count} {result}" for result, count in counts.most_common()))
    print(f"killed {killed} of {counted}" + (f": {100 * killed / counted:.1f} %" if counted else ""))


def main() -> None:
    """Draw the list or run it."""
    parser = ArgumentParser(description="Break the code in the places of benchmarks/mutants.tsv, one at a time.")
    parser.add_argument("--at", default="HEAD", metavar="COMMIT")
    parser.add_argument("--first", type=int, default=NUMBER, metavar="N")
    parser.add_argument("--only", type=int, nargs="+", metavar="NUMBER", help="run these again")
    parser.add_argument("--list", action="store_true", help="draw the list anew")
    wanted = parser.parse_args()
    folder = clone(commit=wanted.at)
    os.chdir(folder / "code")
    sys.path[0] = str(folder / "code")
    os.environ.update(CI="true")  # hypothesis then draws the same examples each time and keeps none
    add_operators()
    if wanted.list:
        (folder / "names.json").unlink(missing_ok=True)
        _git("checkout", "-q", "--", ".", folder=Path())
        every = all_mutants()
        write_list(Random(SEED).sample(every, NUMBER))
        print(f"{NUMBER} of {len(every)}: {LIST.relative_to(ROOT)}")
        return
    listed, names = planted(folder=folder)
    if wanted.at == "HEAD":
        write_list(listed)
    if sum(bool(mutant.equivalent) for mutant in listed) > EQUIVALENT_AT_MOST:
        sys.exit(f"more than {EQUIVALENT_AT_MOST} are called equivalent")
    numbered = list(enumerate(listed, 1))[: wanted.first]
    if wanted.only:
        numbered = [(number, mutant) for number, mutant in enumerate(listed, 1) if number in wanted.only]
    results = Results(folder / "results.json")
    for _, mutant in numbered:
        if wanted.only or results[mutant].startswith("unclear"):
            results.forget(mutant)
    left = [(number, mutant) for number, mutant in numbered if results[mutant] == NOT_RUN]
    if left:
        calls = collect(kept=folder / "calls.json", planted=sorted(names.values()))
        for number, mutant in left:
            results.keep(mutant, outcome(mutant=mutant, name=names[str(mutant.key)], calls=calls))
            print(f"{number}: {results[mutant]}", flush=True)
    report(numbered=numbered, results=results)


if __name__ == "__main__":
    main()
