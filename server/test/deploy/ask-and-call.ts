/** Functions of the shell for scripts beside a server. Such a script has a function `node`, which runs Node beside the server. */
export const askAndCall = `
# ask PATH [PORT]: prints the status and the body of the first answer of 200, or of the last one after a minute.
ask() { node -e '
  const [path, port = 8080] = process.argv.slice(1);
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch("http://127.0.0.1:" + port + path).catch(() => undefined);
    if (answer && (answer.status === 200 || Date.now() > end)) { console.log(path, answer.status, (await answer.text()).slice(0, 60).replaceAll("\\n", " ")); break; }
    if (Date.now() > end) throw new Error("no answer");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }' "$@"; }
# A whole test call, with its recording as MP3.
call() { node --input-type=module -e '
  const [key] = process.argv.slice(1);
  const headers = { authorization: "Bearer " + key, "content-type": "application/json" };
  const at = "http://127.0.0.1:8080/api/v1/calls/";
  const body = JSON.stringify({ staff_id: 1, project_id: 1, phone_number: "+819012345678" });
  const { data } = await (await fetch(at + "initiate", { method: "POST", headers, body })).json();
  const end = Date.now() + 60_000;
  let recording;
  while (!recording && Date.now() < end) {
    recording = (await (await fetch(at + data.call_id, { headers })).json()).data.recording?.url;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  console.log("mp3", (await fetch(recording + "?format=mp3")).status);' "$@"; }
`;
