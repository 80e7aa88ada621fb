/** Whether the screen is a phone's: one panel at a time, the menu below (as phone.css has it). */

export const small = matchMedia("(max-width: 699px), (max-height: 500px)");
