"""The ratios of the times of two programs that do the same in turn."""

import statistics


class Ratios:
    """The ratios of a work, pair by pair."""

    def __init__(self, name):
        self.name = name
        self.ratios, self.bases = [], []

    def add(self, seconds, base):
        """A pair: the seconds of what is measured, and of what it is measured by."""
        self.ratios.append(seconds / base)
        self.bases.append(base)

    def tell(self):
        """Prints the median with half of the pairs around it, and returns it."""
        middle = statistics.median(self.ratios)
        pairs = len(self.ratios)
        quarters = statistics.quantiles(self.ratios, n=4) if pairs > 1 else [middle] * 3
        print(
            f"{self.name}: {middle:.3f} of {statistics.median(self.bases):.2f} s, "
            f"half of {pairs} pairs from {quarters[0]:.3f} to {quarters[2]:.3f}",
            flush=True,
        )
        return middle
