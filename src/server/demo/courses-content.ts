import type { DemoCourse } from './demo-academy.ts'
import { cloudWithoutTheFog } from './courses/cloud-without-the-fog-content.ts'
import { cybersecurityQuietly } from './courses/cybersecurity-quietly-content.ts'
import { dataStructuresAtPlay } from './courses/data-structures-at-play-content.ts'
import { databaseManagement } from './courses/database-management-content.ts'
import { gitUnderstoodOnce } from './courses/git-understood-once-content.ts'
import { howAComputerSaysYes } from './courses/how-a-computer-says-yes-content.ts'
import { javaOneObjectAtATime } from './courses/java-one-object-at-a-time-content.ts'
import { javascriptEventByEvent } from './courses/javascript-event-by-event-content.ts'
import { machineLearningYouCanCheck } from './courses/machine-learning-you-can-check-content.ts'
import { neuralNetworksFromOneNeuron } from './courses/neural-networks-from-one-neuron-content.ts'
import { passwordsKeysAndOtherSecrets } from './courses/passwords-keys-and-other-secrets-content.ts'
import { reactNativeInYourPocket } from './courses/react-native-in-your-pocket-content.ts'
import { shippingOnATuesday } from './courses/shipping-on-a-tuesday-content.ts'
import { sortingAndSearchingSlowly } from './courses/sorting-and-searching-slowly-content.ts'
import { sqlForPeopleWithQuestions } from './courses/sql-for-people-with-questions-content.ts'
import { theWebBuiltByHand } from './courses/the-web-built-by-hand-content.ts'

/** The courses of the demo academy. The catalogue orders them by age, not by their place here. */
export const demoCourses: readonly DemoCourse[] = [
  databaseManagement,
  theWebBuiltByHand,
  cybersecurityQuietly,
  machineLearningYouCanCheck,
  cloudWithoutTheFog,
  dataStructuresAtPlay,
  howAComputerSaysYes,
  javaOneObjectAtATime,
  reactNativeInYourPocket,
  shippingOnATuesday,
  sqlForPeopleWithQuestions,
  gitUnderstoodOnce,
  javascriptEventByEvent,
  passwordsKeysAndOtherSecrets,
  sortingAndSearchingSlowly,
  neuralNetworksFromOneNeuron,
]
