// Loaded before anything is drawn, so that no page flashes. "colorMode" is the name by which the reference (Scalar) keeps it.
const kept = localStorage.getItem("colorMode");
const dark = kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.classList.add("scripted", dark ? "dark" : "light");
