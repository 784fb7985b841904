"""Numbers as people read them, never rounded into certainty."""

__all__ = ["amount", "chance", "percent", "signed"]


def percent(part: int, whole: int) -> str:
    """Give a share with one decimal. “100 %” and “0 %” are said of certainties alone."""
    if part == whole:
        return "100 %"
    if part == 0:
        return "0 %"
    tenths = (2000 * part + whole) // (2 * whole)
    if tenths == 0:
        return "<0.1 %"
    if tenths >= 1000:
        return ">99.9 %"
    return f"{tenths / 10:.1f} %"


def chance(share: float) -> str:
    """Give a chance with one decimal, and a chance that is neither 0 nor 1 never as if it were."""
    if share in (0.0, 1.0):
        return percent(int(share), 1)
    return percent(min(max(round(share * 1_000_000), 1), 999_999), 1_000_000)


def amount(points: float) -> str:
    """Give VP with two decimals."""
    return f"{round(points, 2) + 0.0:.2f}"


def signed(points: float) -> str:
    """Give VP with two decimals and a sign."""
    return f"{round(points, 2) + 0.0:+.2f}"
