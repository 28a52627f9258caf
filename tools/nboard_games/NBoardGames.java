import com.welty.novello.external.api.NBoardState;
import com.welty.novello.external.api.ParsedEngine;
import com.welty.novello.external.api.PingPong;
import com.welty.novello.external.gui.ExternalEngineManager.Xei;
import com.welty.othello.gdk.COsBoard;
import com.welty.othello.gdk.COsGame;
import com.welty.othello.gdk.OsClock;
import com.welty.othello.gdk.OsMove;
import com.welty.othello.gdk.OsMoveListItem;
import com.welty.othello.protocol.AnalysisResponse;
import com.welty.othello.protocol.EngineTerminatedResponse;
import com.welty.othello.protocol.ErrorResponse;
import com.welty.othello.protocol.HintResponse;
import com.welty.othello.protocol.MoveResponse;
import com.welty.othello.protocol.NBoardResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Whole games of an engine with NBoard's own classes: those that start an engine, tell it the game, read its answers
 * and know the rules. Arguments: the command of the engine, a number of games, and a depth.
 */
public final class NBoardGames {
    /** Plies that games begin with, of which one side is played at random. */
    private static final int OPENING = 8;
    /** Hints are asked for once in so many plies. */
    private static final int PLIES_BETWEEN_HINTS = 15;
    /** Every so many games, one is analysed when it is over. */
    private static final int GAMES_BETWEEN_ANALYSES = 5;

    private final BlockingQueue<NBoardResponse> answers = new LinkedBlockingQueue<>();
    private final PingPong pings = new PingPong();
    private final Random random = new Random(1);
    private final ParsedEngine engine;
    private final int depth;
    private int moves;
    private int passes;
    private int hints;
    private int analysed;

    private NBoardGames(String command, int depth) throws Exception {
        engine = new ParsedEngine(new Xei("engine", "/", command), false, answers::add);
        this.depth = depth;
    }

    public static void main(String[] args) throws Exception {
        final int games = Integer.parseInt(args[1]);
        final NBoardGames played = new NBoardGames(args[0], Integer.parseInt(args[2]));
        for (int game = 0; game < games; game++) {
            played.play(game);
        }
        System.out.println(games + " games: " + played.moves + " moves, " + played.passes + " of them passes, "
                + played.hints + " requests for hints, " + played.analysed + " positions analysed");
        // What reads the engine's output goes on after its end.
        System.exit(0);
    }

    private void play(int number) throws Exception {
        final COsGame game = new COsGame();
        game.setToDefaultStartPosition(new OsClock(900), new OsClock(900));
        final boolean isOpponentBlack = number % 2 == 0;
        while (!game.isOver()) {
            final COsBoard board = game.getPos().board;
            if (game.nMoves() % PLIES_BETWEEN_HINTS == OPENING) {
                askForHints(game);
            }
            final boolean atRandom = game.nMoves() < OPENING && board.isBlackMove() == isOpponentBlack;
            game.append(atRandom ? randomMove(board) : askForMove(game));
        }
        if (number % GAMES_BETWEEN_ANALYSES == 0) {
            askForAnalysis(game);
        }
    }

    private OsMoveListItem askForMove(COsGame game) throws Exception {
        engine.requestMove(pings, new NBoardState(game, depth, 0));
        MoveResponse answer;
        do {
            answer = await(MoveResponse.class);
        } while (answer.pong != pings.get());
        final COsBoard board = game.getPos().board;
        final boolean isLegal = answer.mli.isPass() ? !board.hasLegalMove() : board.isMoveLegal(answer.mli.move);
        require(isLegal, answer.mli + " is illegal in " + game);
        moves++;
        passes += answer.mli.isPass() ? 1 : 0;
        return answer.mli;
    }

    private void askForHints(COsGame game) throws Exception {
        engine.requestHints(pings, new NBoardState(game, depth, 0), 3);
        HintResponse answer;
        do {
            answer = await(HintResponse.class);
        } while (answer.pong != pings.get());
        hints++;
    }

    /** All positions of the game are judged, the last one first. */
    private void askForAnalysis(COsGame game) throws Exception {
        engine.analyze(pings, new NBoardState(game, depth, 0));
        for (int left = game.nMoves(); left >= 0; left--) {
            final AnalysisResponse answer = await(AnalysisResponse.class);
            require(answer.moveNumber == left, answer.moveNumber + " is analysed, not " + left);
            analysed++;
        }
    }

    private OsMoveListItem randomMove(COsBoard board) {
        final List<OsMove> legal = new ArrayList<>();
        for (int square = 0; square < 64; square++) {
            final OsMove move = new OsMove(square / 8, square % 8);
            if (board.isMoveLegal(move)) {
                legal.add(move);
            }
        }
        return legal.isEmpty() ? OsMoveListItem.PASS : new OsMoveListItem(legal.get(random.nextInt(legal.size())));
    }

    private <T extends NBoardResponse> T await(Class<T> kind) throws Exception {
        while (true) {
            final NBoardResponse answer = answers.poll(60, TimeUnit.SECONDS);
            require(answer != null, "no answer within a minute");
            require(!(answer instanceof EngineTerminatedResponse), "the engine has ended");
            if (answer instanceof ErrorResponse) {
                final ErrorResponse error = (ErrorResponse) answer;
                throw new IllegalStateException(error.message + ": " + error.comment);
            }
            if (kind.isInstance(answer)) {
                return kind.cast(answer);
            }
        }
    }

    private static void require(boolean isTrue, String otherwise) {
        if (!isTrue) {
            throw new IllegalStateException(otherwise);
        }
    }
}
