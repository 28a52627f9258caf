// The languages of the page, each a file; the browser's own one is chosen if it is here.

import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';

export const LANGUAGES = { en: ENGLISH, fr: FRENCH, de: GERMAN };
