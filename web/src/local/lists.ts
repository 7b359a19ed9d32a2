/** The games on a device's shelf as lists show them: their keeper has written down what there is to say. */

import type { RecordLine } from '../protocol/record';
import type { TableLine } from '../protocol/table';
import { type Listed, Shelf } from './shelf';

/** A table's line; that of its record is with it as soon as its game is over. */
interface ShelvedLine extends TableLine {
  record: RecordLine | null;
}

const shelf = new Shelf();

const read = <T>(listed: readonly Listed[]): T[] =>
  listed.flatMap(({ summary }) =>
    summary ? [JSON.parse(new TextDecoder().decode(summary)) as T] : [],
  );

export async function readLists(): Promise<{ tables: TableLine[]; records: RecordLine[] }> {
  const [tables, brought] = await Promise.all([shelf.tables(), shelf.records()]);
  const lines = read<ShelvedLine>(tables);
  const played = lines.flatMap(({ record }) => (record ? [record] : []));
  const records = [...played, ...read<RecordLine>(brought)];
  return { tables: lines, records: records.toSorted((one, other) => other.created - one.created) };
}
