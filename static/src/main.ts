/** The table: puts the parts together. */

import { start } from "./table";
import { showPrefs } from "./prefs";

showPrefs();
const root = document.getElementById("table");
if (root) start(root);
