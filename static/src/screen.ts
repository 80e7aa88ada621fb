/** Whether the screen is a phone's: one panel at a time, the menu below (as phone.css has it). */
export const small = matchMedia("(max-width: 699px), (max-height: 500px)");

/** Whether it is an upright phone's: the question lies over the foot of the board. */
export const upright = matchMedia("(max-width: 559px), (max-width: 699px) and (min-height: 501px)");
