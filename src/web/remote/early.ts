/**
 * Runs in the head of the page, below its style, while its script is still on its way: asks the box for what the first
 * screen needs, and applies the chosen appearance before anything is painted. What it imports is in the page twice.
 */
import { startAppearance } from './state/browser/appearance.js';
import { askEarly } from './state/browser/early.js';
import { pathIn } from './state/route-path.js';

askEarly();
startAppearance();
document.documentElement.classList.toggle('begins-full', pathIn(location.hash)[0] === 'now');
