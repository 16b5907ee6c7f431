/** Notes by user id. An application keeps them in its database. */
const notes = new Map<string, ReadonlyArray<string>>()

export const notesOf = (userId: string): ReadonlyArray<string> => notes.get(userId) ?? []

export const addNote = (userId: string, note: string): void => void notes.set(userId, [...notesOf(userId), note])
