#ifndef SCRIM_CCODECS_H
#define SCRIM_CCODECS_H
#endif
