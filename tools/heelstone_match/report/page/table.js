// Tables of many rows: sorted by a click on a column, shown a page at a time.

const ROWS_A_PAGE = 15;

// An element; children are text or elements. Nothing here ever reads text as HTML.
function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function svg(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// A column is {title, value(row): what it is sorted by, text(row), number: right-aligned}. A row of
// the table is any value; `pick` is called with the one that was clicked.
function pagedTable(place, columns, rows, pick) {
  const state = { rows, page: 0, column: null, down: false, picked: null };
  const head = el("tr");
  const body = el("tbody");
  const where = el("span", { class: "where" });
  const turn = (step) => () => show(state.page + step);
  const back = el("button", { type: "button", "aria-label": "previous page" }, "‹");
  const on = el("button", { type: "button", "aria-label": "next page" }, "›");
  back.addEventListener("click", turn(-1));
  on.addEventListener("click", turn(1));
  columns.forEach((column, index) => head.append(headCell(column, index)));
  place.append(
    el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), body)),
    el("div", { class: "pages" }, back, where, on),
  );

  function headCell(column, index) {
    const button = el("button", { type: "button" }, column.title);
    button.addEventListener("click", () => sortBy(index));
    return el("th", { scope: "col", class: column.number ? "number" : "" }, button);
  }

  function sortBy(index) {
    state.down = state.column === index ? !state.down : Boolean(columns[index].number);
    state.column = index;
    const sign = state.down ? -1 : 1;
    const value = columns[index].value;
    state.rows = [...state.rows].sort((a, b) => sign * compare(value(a), value(b)));
    [...head.children].forEach((cell, at) => {
      if (at === index) cell.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
    show(0);
  }

  function show(page) {
    const last = Math.max(0, Math.ceil(state.rows.length / ROWS_A_PAGE) - 1);
    state.page = Math.min(Math.max(page, 0), last);
    const first = state.page * ROWS_A_PAGE;
    const shown = state.rows.slice(first, first + ROWS_A_PAGE);
    body.replaceChildren(...shown.map(rowOf));
    const numbers = shown.length ? `${first + 1} to ${first + shown.length} of ` : "";
    where.textContent = `${numbers}${state.rows.length}`;
    back.disabled = state.page === 0;
    on.disabled = state.page === last;
  }

  function rowOf(row) {
    const cells = columns.map((column) =>
      el("td", { class: column.number ? "number" : "" }, column.text(row)),
    );
    const made = el("tr", row === state.picked ? { class: "picked" } : {}, ...cells);
    if (pick) {
      made.tabIndex = 0;
      made.addEventListener("click", () => pick(row));
      made.addEventListener("keydown", (event) => {
        if (event.key === "Enter") pick(row);
      });
    }
    return made;
  }

  show(0);
  return {
    // Other rows, in the order that was chosen.
    fill(rows) {
      state.rows = rows;
      const column = state.column;
      if (column === null) return show(0);
      state.down = !state.down;
      return sortBy(column);
    },
    // Marks a row and turns to its page.
    mark(row) {
      state.picked = row;
      const at = state.rows.indexOf(row);
      show(at < 0 ? state.page : Math.floor(at / ROWS_A_PAGE));
    },
    // The row that stands so many places from the marked one.
    beside(step) {
      const at = state.rows.indexOf(state.picked);
      return state.rows[Math.min(Math.max(at + step, 0), state.rows.length - 1)];
    },
  };
}

function compare(a, b) {
  if (typeof a === "string" || typeof b === "string") {
    return String(a).localeCompare(String(b), "en", { numeric: true });
  }
  return a - b;
}
