import type { Readable, Writable } from 'node:stream';

// A backup is in a folder of this machine or in a bucket: the file of the database under its name, and beside it the
// recordings, which all backups there share.

// A place gets a signal that breaks off its work, because one file may take minutes.

export type Place = {
  /** Where it is, for people. */
  name: string;
  /** A new file. It has its name only when it is complete and stored durably. */
  write<T>(fill: (output: Writable) => Promise<T>): Promise<T>;
  read(): Promise<Readable>;
  /** The sizes of recordings that are there, by their names, such as `1/0190....wav`. */
  recordings(): Promise<Map<string, number>>;
  putRecording(name: string, file: string): Promise<void>;
  openRecording(name: string): Promise<Readable>;
  removeRecording(name: string): Promise<void>;
  /** Removes half-copied recordings of killed backups. Their calls may be erased, so nothing else finds them. */
  removeRecordingDrafts(): Promise<void>;
  /** Removes what was written of files beside it, with such names that begin so, by nodes that were killed. */
  removeDrafts(prefix: string, isOurs: (name: string) => boolean): Promise<void>;
  /** The names of files beside it that begin so. */
  namesOf(prefix: string): Promise<string[]>;
  /** Removes a file beside it. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};
