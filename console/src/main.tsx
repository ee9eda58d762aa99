import { render } from "preact";
import { followLinks } from "./address.ts";
import { App } from "./app.tsx";
import "./style.css";

followLinks();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
