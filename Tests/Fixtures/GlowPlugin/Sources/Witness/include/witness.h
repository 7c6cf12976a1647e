#ifndef WITNESS_H
#define WITNESS_H

/* This target's constructor runs when the library is loaded: it makes the file that the environment's
   SCRIM_WITNESS names, so that a test can tell whether any code of the library ran. */

#endif
