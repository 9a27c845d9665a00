"""Run every attack on both databases and list what became of it; exit status 1 where one got through."""

import sys
from collections import Counter

from tests.attacks import ATTACKS, Database, named_on, outcomes
from tests.served.postgresql import IS_HERE, postgresql


def main() -> int:
    """Print a line for each attack and each of its cases."""
    found = {Database.SQLITE: outcomes(named_on(Database.SQLITE))}
    if IS_HERE:
        with postgresql() as server:
            found[Database.POSTGRESQL] = outcomes(named_on(Database.POSTGRESQL), address=server.address)
    got_through = False
    for attack in ATTACKS:
        lines = [attack.what]
        for database in (each for each in attack.on if each in found):
            cases = {name: became for name, became in found[database].items() if name.startswith(attack.tests)}
            counts = Counter(cases.values())
            got_through |= not counts["held"] or bool(counts["FAILED"])
            lines.append(f"  {database}: " + ", ".join(f"{count} {became}" for became, count in sorted(counts.items())))
            lines += [f"    {became}  {name.partition('::')[2]}" for name, became in cases.items()]
        sys.stdout.write("\n".join((*lines, "")))
    return int(got_through)


if __name__ == "__main__":
    sys.exit(main())
