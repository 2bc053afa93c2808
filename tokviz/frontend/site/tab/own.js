/* The script of the page where visitors train on their own text: the page, and the Python that it asks. */

import { Tab } from "./client.js";
import { openPage } from "./page.js";
import { SeenBefore } from "./seen.js";

openPage(({ base, typed }) => new SeenBefore(new Tab({ base }), typed));
