"""The loop that leads a crew."""

import os
import signal
import threading
import unittest
import unittest.mock
from queue import SimpleQueue

from heelstone_match.cli.conduct import catch_signals
from heelstone_match.crew.loop import TaskLoop
from heelstone_match.system import SIGNALS


class Idle:
    """A crew that never gets anything done."""

    window = 1

    def __init__(self):
        self.events = SimpleQueue()
        self.stopped = False

    def start(self):
        pass

    def stop(self):
        self.stopped = True


class Signals(unittest.TestCase):
    @unittest.skipUnless(os.name == "posix", "no thread can be signalled here")
    def test_a_signal_that_another_thread_gets_ends_the_loop(self):
        for number in SIGNALS:
            self.addCleanup(signal.signal, number, signal.getsignal(number))
        crew = Idle()
        catch_signals(crew)
        tasks = unittest.mock.Mock(done=False)
        asleep = threading.Event()

        def interrupt():
            # The main thread waits for an event by then.
            asleep.wait(0.3)
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            asleep.wait()

        # Without an answer to the signal, this ends the test.
        last = threading.Timer(20, lambda: crew.events.put(None))
        self.addCleanup(last.cancel)
        self.addCleanup(asleep.set)
        last.start()
        threading.Thread(target=interrupt, daemon=True).start()
        self.assertEqual(TaskLoop(tasks, crew, False).lead(), 128 + signal.SIGINT)
        self.assertTrue(crew.stopped)


if __name__ == "__main__":
    unittest.main()
