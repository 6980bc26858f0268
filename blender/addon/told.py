"""What is said about a file: its findings, and what did not come over. Nothing here needs Blender."""

from __future__ import annotations

from typing import Any, Iterable

#: How losses are called, gravest first.
FATES = ("dropped", "approximated", "baked")


def lines(path: str, findings: Iterable[Any], losses: dict[str, Any], notes: Iterable[str]) -> list[str]:
    """Everything, line by line."""
    all_lines = [path]
    all_lines += [f"  {finding}" for finding in findings]
    for fate in FATES:
        for loss in losses.get(fate, []):
            times = f" ({loss['count']} times)" if loss.get("count", 1) > 1 else ""
            line = f"{loss['line']}: " if loss.get("line") else ""
            all_lines.append(f"  {line}{fate}[{loss.get('code', '?')}] {loss.get('reason', '')}{times}")
    all_lines += [f"  note: {note}" for note in notes]
    return all_lines


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def summary(findings: Iterable[Any], losses: dict[str, Any]) -> str:
    """The same in one sentence."""
    errors = sum(1 for finding in findings if finding.severity == "error")
    dropped, changed = len(losses.get("dropped", [])), sum(len(losses.get(fate, [])) for fate in FATES[1:])
    parts = []
    if errors:
        parts.append(counted(errors, "error in the file", "errors in the file"))
    if dropped:
        parts.append(counted(dropped, "kind of loss", "kinds of losses"))
    if changed:
        parts.append(counted(changed, "kind of approximation", "kinds of approximations"))
    return ", ".join(parts)
