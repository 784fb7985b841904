"""Numbers as people read them, never rounded into certainty."""

__all__ = ["amount", "chance", "hundredths", "percent", "shift", "signed"]


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


def shift(share: float) -> str:
    """Give a change of a chance in hundredths, with one decimal and a sign. “100 %” is said of ±1 alone, “0 %” of 0."""
    size = abs(share)
    # What adding up leaves of nothing is nothing.
    if size < 1e-12:
        return "0 %"
    sign = "+" if share > 0 else "-"
    if size >= 1 - 1e-12:
        return f"{sign}{round(100 * size)} %"
    if size < 0.0005:
        return f"{sign}<0.1 %"
    return f"{sign}{min(round(100 * size, 1), 99.9):.1f} %"


def hundredths(share: float) -> str:
    """Give the size of a change of a chance in words: from 20 % to 30 % it is 10.0 percentage points."""
    size = abs(share)
    if size >= 1 - 1e-12:
        return f"{round(100 * size)} percentage points"
    if size < 0.0005:
        return "less than 0.1 percentage points"
    return f"{min(round(100 * size, 1), 99.9):.1f} percentage points"
