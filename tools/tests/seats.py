"""Where games of tic-tac-toe are played in the tests: a referee, which dies with its test."""

import unittest

from support import referee
from heelstone_match.gtp.process import LiveProcesses
from heelstone_match.play.limits import Limits
from heelstone_match.play.player import Contest
from heelstone_match.play.referee import Referee

CONTEST = Contest("tictactoe")


class UnderAReferee(unittest.TestCase):
    """All of a class share the referee; the players are theirs."""

    @classmethod
    def setUpClass(cls):
        cls.processes = LiveProcesses()
        cls.addClassCleanup(cls.processes.kill_all)
        cls.referee = Referee(referee(), CONTEST, Limits(), cls.processes)
        cls.addClassCleanup(cls.referee.close)
