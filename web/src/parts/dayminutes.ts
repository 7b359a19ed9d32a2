/** Minutes of a day, as fields for a time of day want them. */

const two = (number: number): string => String(number).padStart(2, '0');

/** 1320: '22:00'. */
export function clockOf(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** '22:00': 1320. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
