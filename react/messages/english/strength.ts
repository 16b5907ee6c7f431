/** Texts of the strength meter. */

export const strength = {
  strengthLabel: "Password strength",
  strength0: "Very weak",
  strength1: "Weak",
  strength2: "Fair",
  strength3: "Good",
  strength4: "Strong",
  tooWeak: "Please choose a stronger password",
  adviceWords: "Add another word or two. Unusual words are better.",
  adviceKnown: "This is a commonly used password.",
  adviceNames: "Names and single words are easy to guess.",
  adviceOwn: "Leave out your name, your email and the name of this site.",
  adviceKeyboard: "Neighboring keys like qwerty are easy to guess.",
  adviceRepeats: "Repeated characters and words are easy to guess.",
  adviceSequences: "Sequences like abc or 6543 are easy to guess.",
  adviceDates: "Dates and years are easy to guess."
} as const
