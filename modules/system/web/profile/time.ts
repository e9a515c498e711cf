import dayjs from 'dayjs';

/** A moment of the server as people here read it. */
export const timeText = (time: string): string => dayjs(time).format('YYYY-MM-DD HH:mm');
