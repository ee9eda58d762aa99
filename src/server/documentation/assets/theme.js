// Loaded before the first paint, so that pages do not flash. "colorMode" is the key that the reference (Scalar) uses.
const kept = localStorage.getItem("colorMode");
const dark = kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.classList.add("scripted", dark ? "dark" : "light");
