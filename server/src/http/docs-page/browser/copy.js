/** A button on every block of code. Browsers allow scripts to copy on https and localhost only; elsewhere it selects the code. */
export function addCopyButtons() {
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copy(block.querySelector('code') ?? block, button));
    const frame = document.createElement('div');
    frame.className = 'copied';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

async function copy(code, button) {
  const isCopied = await written(code.textContent);
  if (!isCopied) getSelection().selectAllChildren(code);
  showBriefly(button, isCopied ? 'Copied' : 'Selected');
}

/** The buttons that copy an operation as a prompt for an assistant. Where scripts cannot copy, they open it instead. */
export function followPrompts() {
  for (const button of document.querySelectorAll('[data-prompt]'))
    button.addEventListener('click', async () => {
      const { prompt, origin } = button.dataset;
      const answer = await fetch(prompt).catch(() => undefined);
      const text = answer?.ok ? (await answer.text()).replaceAll(origin, location.origin) : undefined;
      if (text !== undefined && (await written(text))) showBriefly(button, 'Copied');
      else location.href = prompt;
    });
}

const written = (text) =>
  (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => false,
  );

function showBriefly(button, words) {
  button.dataset.usual ??= button.textContent;
  button.textContent = words;
  setTimeout(() => {
    button.textContent = button.dataset.usual;
  }, 2_000);
}
