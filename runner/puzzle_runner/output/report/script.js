(() => {
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const by = id => document.getElementById(id);
  const root = document.documentElement;
  root.classList.add("js");

  const hues = ["system", "light", "dark"];
  const knob = by("theme");
  const dye = theme => {
    theme === "system" ? delete root.dataset.theme : root.dataset.theme = theme;
    knob.textContent = `Theme: ${theme}`;
  };
  let theme = "system";
  try { theme = localStorage.getItem("theme") || theme } catch {}
  knob.hidden = false;
  knob.onclick = () => {
    theme = hues[(hues.indexOf(theme) + 1) % 3];
    dye(theme);
    try { localStorage.setItem("theme", theme) } catch {}
  };
  dye(hues.includes(theme) ? theme : "system");

  const open = () => {
    const goal = by(decodeURIComponent(location.hash.slice(1)));
    for (let at = goal; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    goal?.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();

  const board = by("board");
  if (board) {
    const body = board.tBodies[0];
    const rows = [...body.rows];
    const asks = all(".filters [data-by]");
    const texts = new Map();
    const text = row => texts.get(row) ?? texts.set(row, row.textContent.toLowerCase()).get(row);
    let most = innerWidth < 761 ? 10 : 25, sorted;
    const filter = () => {
      let left = 0;
      for (const row of rows) {
        const fits = asks.every(({ dataset, value }) => !value || (dataset.by !== "text" ? row.dataset[dataset.by] === value
          : value.toLowerCase().split(/\s+/).every(word => text(row).includes(word))));
        left += fits;
        const hide = !fits || left > most;
        if (row.hidden !== hide) row.hidden = hide;
      }
      board.classList.toggle("grouped", !sorted && left === rows.length);
      by("left").textContent = `${left} of ${rows.length}`;
      by("more").hidden = left <= most;
    };
    window.onbeforeprint = by("more").onclick = () => { most = Infinity; filter() };
    asks.forEach(field => field.addEventListener("input", filter));
    filter();
    const value = (row, col) => {
      const { dataset, textContent } = row.cells[col];
      const its = textContent.trim();
      return dataset.v ? +dataset.v : /^[\d.]*( .B)?$/.test(its) ? parseFloat(its || 1) * (its.endsWith("GB") ? 1000 : 1) : its;
    };
    const names = new Intl.Collator("en", { numeric: true });
    all("thead th", board).forEach((head, col) => head.querySelector("button")?.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      all("[aria-sort]", board).forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const keys = new Map(rows.map(row => [row, value(row, col)]));
      const order = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : names.compare(a, b);
      rows.sort((a, b) => (down ? -1 : 1) * order(keys.get(a), keys.get(b)));
      body.append(...rows);
      sorted = true;
      filter();
    }));
  }

  const tip = by("tip");
  let on = null;
  const hide = () => { on?.classList.remove("on"); on = null; tip.hidden = true };
  const show = mark => {
    if (on === mark) return;
    hide();
    on = mark;
    const title = mark.querySelector(":scope > title");
    if (title) { mark.setAttribute("aria-label", title.textContent); title.remove() }
    mark.classList.add("on");
    tip.textContent = mark.getAttribute("aria-label");
    tip.hidden = false;
    place();
  };
  const place = () => {
    if (!on) return;
    const box = on.getBoundingClientRect(), own = tip.getBoundingClientRect();
    const left = box.left + box.width / 2 - own.width / 2;
    tip.style.left = `${Math.max(8, Math.min(left, root.clientWidth - own.width - 8))}px`;
    tip.style.top = `${box.top > own.height + 12 ? box.top - own.height - 8 : box.bottom + 8}px`;
  };
  const known = new Map();
  const marks = svg => known.get(svg) ?? known.set(svg, all("title", svg).map(title => title.parentNode)).get(svg);
  const far = (mark, event) => {
    const box = mark.getBoundingClientRect();
    const off = (at, low, high) => Math.max(low - at, 0, at - high);
    return Math.hypot(off(event.clientX, box.left, box.right), off(event.clientY, box.top, box.bottom));
  };
  const point = event => {
    const svg = event.target.closest?.("svg.chart");
    if (!svg) return hide();
    let best = null, least = 20;
    for (const mark of marks(svg)) {
      const distance = far(mark, event);
      if (distance < least || (!distance && !least)) { best = mark; least = distance }
    }
    best ? show(best) : hide();
  };
  addEventListener("pointermove", point);
  addEventListener("pointerdown", point);
  addEventListener("scroll", place, { passive: true });
  addEventListener("focusout", hide);
  addEventListener("focusin", event => {
    const link = event.target.closest?.("svg.chart a");
    if (link && event.target.matches(":focus-visible")) { marks(link.ownerSVGElement.closest(".chart")); show(link) }
  });
  addEventListener("keydown", event => {
    if (event.key === "Escape") return hide();
    const svg = event.target;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -1e9, End: 1e9 }[event.key];
    if (!step || !svg.matches?.("svg.chart[tabindex]")) return;
    const there = marks(svg);
    if (!there.length) return;
    event.preventDefault();
    show(there[Math.max(0, Math.min(there.length - 1, there.indexOf(on) + step))]);
  });
})();
