/** The layout of provider buttons: a stack of labels for few of them, a grid of logos for more. */

/** Up to this number of providers each has a button with its label. */
export const LABELLED_PROVIDERS = 3

/** The number of columns of a grid of logos: at most two rows, as long as a row has at most six. */
export const columnsOf = (count: number): number => Math.min(6, count <= 6 ? count : Math.ceil(count / 2))
