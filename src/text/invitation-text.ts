/** The words around an invitation that waits for an answer. */
export const invitationText = {
  page: 'Invitation',
  shared: 'They see what you share with friends, and you see what they share.',
  later: 'You can answer later: the invitation waits on your Friends page.',
  accept: 'Accept',
  notNow: 'Not now',
  goOn: 'Continue',
  opening: 'Opening your invitation',
  offline: 'Opening this invitation needs a connection. It waits behind its link until then.',
  failed: 'This invitation could not be opened',
  welcome: 'You sit at one table now',
  welcomeText: 'What they share with friends is in your posts from now on.',
  answerSaved: 'Your answer is saved on this device. The seat is yours once you are online.',
} as const;

/** Over a page that has nothing yet but this. */
export const waitsForYou = (name: string): string => `${name} waits for your answer`;
