// The way to the program: JSON messages over a WebSocket, opened again when it was lost.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** Connects; `hear` gets each message, `change` whether there is a connection. */
export function connect(hear, change) {
  let socket = null;
  let wait = FIRST_WAIT;

  function open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    socket = new WebSocket(`${scheme}:` + `//${location.host}/socket`);
    socket.addEventListener('open', () => {
      wait = FIRST_WAIT;
      change(true);
    });
    socket.addEventListener('message', (event) => hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      change(false);
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    });
  }

  open();
  /** Sends a message; whether there is a connection. */
  return (message) => {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };
}
