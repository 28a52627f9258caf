// The connection to the program: JSON messages over a WebSocket, which is reopened when it is lost.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** What is answered at once, and how long it may take until the connection counts as lost: a network that is gone says
    nothing. */
const ANSWERED = ['open', 'load', 'play', 'goto'];
const PATIENCE = 6000;

/** Connects; `hear` gets each message, `change` gets true when connected and false when not. */
export function connect(hear, change) {
  let socket = null;
  let wait = FIRST_WAIT;
  let patience = null;

  const answered = () => {
    clearTimeout(patience);
    patience = null;
  };

  function open() {
    const address = new URL('socket', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.hash = '';
    socket = new WebSocket(address);
    socket.addEventListener('open', () => {
      wait = FIRST_WAIT;
      change(true);
    });
    socket.addEventListener('message', takeMessage);
    socket.addEventListener('close', lose);
  }

  function takeMessage({ data }) {
    answered();
    hear(JSON.parse(data));
  }

  function lose() {
    answered();
    // Whatever comes of it later is too late.
    socket.removeEventListener('message', takeMessage);
    socket.removeEventListener('close', lose);
    socket.close();
    change(false);
    setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  open();
  /** Sends a message; returns false if there is no connection. */
  return (message) => {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    if (ANSWERED.includes(message.do)) patience ??= setTimeout(lose, PATIENCE);
    return true;
  };
}
