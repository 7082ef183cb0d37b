// Adds the parts of the pages that need a script: copy buttons, search, forms that send requests, and contents that follow the
// scroll position.
import { addCopyButtons, followPrompts } from './copy.js';
import { followSearch } from './search.js';
import { storage } from './storage.js';
import { followForms } from './try-it.js';

document.documentElement.classList.add('js');

for (const origin of document.querySelectorAll('.origin')) origin.textContent = location.origin;

addCopyButtons();
followPrompts();
followSearch();
followForms();

// A reader who chooses a language for one sample gets it for all of them, on the next page too.
const forever = storage('localStorage');
const samples = [...document.querySelectorAll('.samples details')];
function open(language) {
  for (const sample of samples) if (sample.dataset.language === language) sample.open = true;
}
for (const sample of samples)
  sample.querySelector('summary').addEventListener('click', (event) => {
    event.preventDefault();
    const { language } = sample.dataset;
    forever.setItem('docs-language', language);
    const topOf = () => sample.parentElement.getBoundingClientRect().top;
    const before = topOf();
    open(language);
    // Samples above this one have changed their length and would move it out of sight.
    scrollBy({ top: topOf() - before, behavior: 'instant' });
  });
open(forever.getItem('docs-language'));

const contents = document.querySelector('#contents');
contents.addEventListener('click', ({ target }) => {
  if (target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
});

const links = new Map(
  [...contents.querySelectorAll('a')]
    .filter(({ hash }) => hash)
    .map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
);
const parts = [...links.keys()].map((id) => document.getElementById(id)).filter((part) => part?.matches('h2, section'));

/** The current part is the last one whose beginning has passed the upper third of the window. */
function markCurrent() {
  const current = parts.findLast((part) => part.getBoundingClientRect().top < innerHeight / 3);
  for (const link of links.values()) link.classList.remove('current');
  const link = links.get(current?.id);
  link?.classList.add('current');
  if (link && link !== marked) show(link);
  marked = link;
}

let marked;
/** Scrolls the contents, and nothing else, to a link. */
function show(link) {
  const [outer, inner] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    contents.scrollTop += inner.top - outer.top - outer.height / 3;
}

let isAsked = false;
addEventListener(
  'scroll',
  () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      markCurrent();
    });
  },
  { passive: true },
);
markCurrent();
