"""`python -m benchmarks [QUESTION …] [--save]`: measure, print the tables; --save keeps them under benchmarks/results/.

Without a question all are run but those that take hours.
"""

import argparse
import sys
from pathlib import Path

from benchmarks import (
    averages,
    beyond,
    bound,
    calibration,
    check,
    codigo,
    cypher,
    decisions,
    engines,
    growth,
    losses,
    luck,
    processes,
    proofs,
    reviewing,
    sheet,
    simulation,
    sitting,
    strength,
)
from benchmarks.asking import OPTIONS, Asked, Question, simply
from benchmarks.machine import machine

QUESTIONS = {
    "engines": simply(engines.run),
    "processes": simply(processes.run),
    "growth": simply(growth.run),
    "sitting": simply(sitting.run),
    "proofs": simply(proofs.run),
    "check": simply(check.run),
    "sheet": simply(sheet.run),
    "beyond": simply(beyond.run),
    "codigo": simply(codigo.run),
    "cypher": simply(cypher.run),
    "strength": strength.QUESTION,
    "calibration": calibration.QUESTION,
    "decisions": decisions.QUESTION,
    "simulation": simulation.QUESTION,
    "bound": bound.QUESTION,
    "averages": averages.QUESTION,
    "luck": luck.QUESTION,
    "losses": losses.QUESTION,
    "reviewing": reviewing.QUESTION,
}
RESULTS = Path(__file__).parent / "results"


def parser() -> argparse.ArgumentParser:
    """The command line, with the options of all questions."""
    listed = "\n".join(
        f"  {name}{' (long)' if question.long else ''}" + "".join(f" [--{option}]" for option in question.takes)
        for name, question in QUESTIONS.items()
    )
    made = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        epilog=f"questions, and what they take:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("questions", nargs="*", metavar="QUESTION", help="what to measure; see below")
    made.add_argument("--save", action="store_true", help="keep the tables under benchmarks/results/")
    made.add_argument("--match", nargs="+", metavar="NAME", help=OPTIONS["match"])
    for option in ("deals", "bets", "workers", "seed"):
        made.add_argument(f"--{option}", type=int, metavar="N", help=OPTIONS[option])
    made.add_argument("--minutes", type=float, metavar="M", help=OPTIONS["minutes"])
    return made


def asked_for(line: argparse.ArgumentParser) -> tuple[dict[str, Question], Asked]:
    """What the command line says. An option must mean something to one of the questions at least."""
    said = line.parse_args()
    unknown = [name for name in said.questions if name not in QUESTIONS]
    if unknown:
        line.error(f"“{unknown[0]}” is no question; expected any of {', '.join(QUESTIONS)}")
    asked = {name: QUESTIONS[name] for name in said.questions}
    asked = asked or {name: question for name, question in QUESTIONS.items() if not question.long}
    given = {option: getattr(said, option) for option in OPTIONS if getattr(said, option) is not None}
    for option, value in given.items():
        if not any(option in question.takes for question in asked.values()):
            line.error(f"none of {', '.join(asked)} takes --{option}")
        if option in ("deals", "bets", "workers", "minutes") and value <= 0:
            line.error(f"--{option} {value}: expected more than 0")
    if "match" in given:
        given["match"] = tuple(given["match"])
    return asked, Asked(save=RESULTS if said.save else None, **given)


def main() -> None:
    """Run the questions that were named, or all that do not take hours."""
    questions, asked = asked_for(parser())
    for name, question in questions.items():
        table = f"# {name}\n\n{machine()}\n\n{question.answer(asked)}\n"
        print(table)
        sys.stdout.flush()
        if asked.save is not None and not question.own_page:
            asked.save.mkdir(exist_ok=True)
            (asked.save / f"{name}.md").write_text(table, encoding="utf-8")


if __name__ == "__main__":
    main()
