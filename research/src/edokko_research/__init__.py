"""What made the champion and tuned the players' numbers: samples, trainings, measurements. No part of the wheel."""
