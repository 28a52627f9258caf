"""What a pair is played with: a referee and the players."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..gtp.process import Brood
from ..journal.plan import Plan
from ..play.player import Player
from ..play.referee import Referee


@dataclass
class Table:
    """Engines that stay alive from pair to pair. For one thread."""

    referee: Referee
    players: dict[str, Player] = field(default_factory=dict)

    def close(self) -> None:
        """Ends the processes politely."""
        self.referee.close()
        for player in self.players.values():
            player.close()


def new_referee(plan: Plan, brood: Brood) -> Referee:
    """Another process of the referee. Raises RefereeFault."""
    return Referee(plan.referee, plan.contest, plan.engines[0].limits, brood)


def new_table(plan: Plan, brood: Brood) -> Table:
    """A referee, and players whose engines start with their first game. Raises RefereeFault."""
    players = {
        key: Player(key, spec.command, plan.contest, spec.limits, brood, spec.adapters)
        for key, spec in zip(plan.keys, plan.engines)
    }
    return Table(new_referee(plan, brood), players)
