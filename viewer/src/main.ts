import { App } from "./app.ts";
import "./style.css";

new App().start();
