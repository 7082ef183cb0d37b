/** Sentences of a support line. */
export const englishSentences = [
  'Good morning, this is the garden centre. How can I help you today?',
  'I would like to change the delivery address of my order, because we are moving next month.',
  'Of course. Could you please tell me your name and the new address?',
  'My name is Peter Miller, and the new house is on the road to the station.',
  'Thank you. It will be sent on Friday, and you will get a message before that.',
  'Can you also send me a copy of the invoice? I think the price is wrong.',
  'I have forgotten my password, and I cannot log in any more.',
  'Please switch the router off, wait for thirty seconds, and switch it on again.',
  'The colleague who is responsible will call you back before three in the afternoon.',
  'Is there a fee if I cancel the contract before the end of the year?',
  'The repair is free of charge while the guarantee is valid.',
  'Thank you very much for your help, and have a nice day.',
];
