(() => {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const themes = ["system", "light", "dark"];

  const show = theme => {
    theme === "system" ? delete root.dataset.theme : root.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  let theme = "system";
  // Reading from a file, some browsers keep nothing.
  try { theme = localStorage.getItem("theme") || theme } catch {}
  show(theme);
  button.hidden = false;
  button.onclick = () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    show(theme);
    try { localStorage.setItem("theme", theme) } catch {}
  };

  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target?.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
})();
